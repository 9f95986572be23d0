/** Shapes on a grid of 24 units, drawn as strokes. */
const shapes = {
  review: 'M4 5h16M4 10h16M4 15h9M4 20h6M15.5 18.5l2 2 4-4.5',
  approvals: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.2 12.2l2.6 2.6 5-5.4',
  invoices: 'M6 3h12v18l-3-2-3 2-3-2-3 2V3ZM9 8h6M9 12h6',
  reports: 'M4 20h16M6.5 20v-6M11.5 20V9M16.5 20V4.5',
  settings:
    'M4 7h9M18 7h2M4 17h3M12 17h8M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  filter: 'M4 6h16M7 12h10M10.5 18h3',
  sort: 'M8 5v14M8 19l-3.5-3.5M8 19l3.5-3.5M16 19V5M16 5l-3.5 3.5M16 5l3.5 3.5',
  views: 'M7 4h10v16l-5-4-5 4V4Z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  refresh: 'M20 11a8 8 0 1 0-1.7 6M20 4.5V11h-6.5',
  undo: 'M9 7H15a5 5 0 0 1 0 10H8M9 7l3.5-3.5M9 7l3.5 3.5',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5l4.5 4.5L19 7',
  chevronDown: 'M6 9.5l6 6 6-6',
  chevronRight: 'M9.5 6l6 6-6 6',
  up: 'M12 19V5M6.5 10.5 12 5l5.5 5.5',
  down: 'M12 5v14M6.5 13.5 12 19l5.5-5.5',
  back: 'M19 12H5M11 6l-6 6 6 6',
  warning: 'M12 4 2.8 20h18.4L12 4ZM12 10v4.5M12 17.2v.1',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.8v.1',
  online: 'M5 12.5a10 10 0 0 1 14 0M8 15.8a5.6 5.6 0 0 1 8 0M2.2 9.2a14 14 0 0 1 19.6 0M12 19.2v.1',
  offline:
    'M3 3l18 18M8 15.8a5.6 5.6 0 0 1 6.5-1.1M5 12.5a10 10 0 0 1 4.6-2.6M14 9.7a10 10 0 0 1 5 2.8M2.2 9.2a14 14 0 0 1 4-2.7M11 5.2a14 14 0 0 1 10.8 4M12 19.2v.1',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5.2l3.3 2',
  external: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
  copy: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1ZM4.5 15.5A1 1 0 0 1 4 14.6V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 .6',
  download: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M5 19.5h14',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0V8ZM12 17v4',
  sample: 'M4 20V8l8-4 8 4v12M4 20h16M9 20v-5h6v5M9 10.5v.1M15 10.5v.1',
  keyboard: 'M3 7h18v10H3ZM7 10.5v.1M11 10.5v.1M15 10.5v.1M8 14h8',
  calendar: 'M5 6h14v14H5ZM5 10.5h14M9 3.5V7M15 3.5V7M10 14l4 3.5M14 14l-4 3.5',
  columns: 'M4 5h7v14H4ZM13 5h7v14h-7',
  note: 'M6 3.5h12v10l-5 7H6ZM18 13.5h-5v7M9 8h6M9 12h3',
  snooze:
    'M12 21a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM9.7 10.8h4.6l-4.6 5.4h4.6M3.5 6.2l3-2.7M20.5 6.2l-3-2.7',
  hide: 'M4 5h16v4H4ZM6 9v10.5h12V9M10 13h4',
  differs: 'M5 9h14M5 15h14M15.5 4.5l-7 15',
} as const;

export type IconName = keyof typeof shapes;

/** An icon beside words. Screen readers skip it, because the words alone give the meaning. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className={name === 'back' ? 'icon icon--back' : 'icon'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  );
}

/** Billfold's logo: a folded bill with a check mark. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        className="mark__back"
        d="M7 3h18a2 2 0 0 1 2 2v22a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2Z"
      />
      <path className="mark__fold" d="M5 20l22-7v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2Z" />
      <path className="mark__tick" d="M11 21.5l3.6 3.3L21.5 18" />
    </svg>
  );
}
