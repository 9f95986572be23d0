import './toast.css';

/** The first two lines of a toast's text, and all of it on hover: a long name never covers what stands behind. */
export function ToastTitle({ children }: { readonly children: string }) {
  return (
    <p className="toast__title" title={children}>
      {children}
    </p>
  );
}
