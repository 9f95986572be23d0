const ROWS = 9;
const ROW = 34;

/** Small drawing of the list and a bill, to illustrate the text beside it. */
export function Sketch() {
  return (
    <svg className="sketch" viewBox="0 0 640 400" aria-hidden="true" focusable="false">
      <path className="sketch__side" d="M0 0h100v400H0z" />
      <path className="sketch__line" d="M100 0h1v400h-1zM410 0h1v400h-1z" />
      <rect className="sketch__approve" x="16" y="16" width="16" height="16" rx="3" />
      <rect className="sketch__strong" x="40" y="20" width="44" height="8" rx="4" />
      {[0, 1, 2, 3].map((at) => (
        <rect
          key={at}
          className="sketch__words"
          x="16"
          y={60 + at * 26}
          width="58"
          height="7"
          rx="3.5"
        />
      ))}
      <rect className="sketch__line" x="116" y="16" width="278" height="24" rx="5" />
      <rect className="sketch__current" x="101" y={56} width="309" height={ROW} />
      {Array.from({ length: ROWS }, (_, at) => (
        <g key={at} transform={`translate(0 ${56 + at * ROW})`}>
          <rect
            className="sketch__strong"
            x="116"
            y="13"
            width={60 + ((at * 37) % 40)}
            height="8"
            rx="4"
          />
          <rect
            className="sketch__words"
            x="230"
            y="13"
            width={50 + ((at * 23) % 38)}
            height="8"
            rx="4"
          />
          <rect
            className="sketch__strong"
            x={344 + ((at * 13) % 14)}
            y="13"
            width={50 - ((at * 13) % 14)}
            height="8"
            rx="4"
          />
          <rect className="sketch__line" x="101" y={ROW - 1} width="309" height="1" />
        </g>
      ))}
      <rect className="sketch__strong" x="430" y="22" width="120" height="12" rx="6" />
      <rect className="sketch__strong" x="430" y="54" width="150" height="20" rx="6" />
      <rect className="sketch__late" x="430" y="86" width="84" height="8" rx="4" />
      <rect className="sketch__flag" x="430" y="110" width="192" height="44" rx="5" />
      <rect className="sketch__words" x="444" y="122" width="140" height="7" rx="3.5" />
      <rect className="sketch__words" x="444" y="136" width="96" height="7" rx="3.5" />
      <rect className="sketch__approve" x="430" y="168" width="192" height="34" rx="5" />
      <path className="sketch__tick" d="M514 186l8 8 16-17" />
      {[0, 1, 2, 3].map((at) => (
        <g key={at} transform={`translate(0 ${228 + at * 26})`}>
          <rect className="sketch__words" x="430" y="0" width="70" height="7" rx="3.5" />
          <rect
            className="sketch__strong"
            x={572 + at * 6}
            y="0"
            width={50 - at * 6}
            height="7"
            rx="3.5"
          />
        </g>
      ))}
    </svg>
  );
}
