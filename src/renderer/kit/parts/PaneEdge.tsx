import { useCallback, useState } from 'react';
import { useServices } from '../services.ts';
import { messages } from '../text/messages.ts';
import { Edge } from '../ui/Edge.tsx';

/** What each of them needs, CSS pixels; the style sheets hold them to the same (tokens.css). */
const LIST_LEAST_PX = 416;
const PANE_LEAST_PX = 304;
const PANE_MOST_PX = 832;

/** Between a list and the pane after it: resizes them, and the width is kept on this computer. */
export function PaneEdge() {
  const { workspace, run } = useServices();
  const [width, setWidth] = useState({ nowPx: PANE_LEAST_PX, mostPx: PANE_LEAST_PX });
  const watch = useCallback((edge: HTMLElement | null) => {
    const pane = edge && paneAfter(edge);
    const frame = edge?.parentElement;
    if (!pane || !frame) return undefined;
    const sizes = new ResizeObserver(() =>
      setWidth({
        nowPx: Math.round(pane.getBoundingClientRect().width),
        mostPx: Math.max(PANE_LEAST_PX, Math.min(PANE_MOST_PX, frame.clientWidth - LIST_LEAST_PX)),
      }),
    );
    sizes.observe(pane);
    sizes.observe(frame);
    return () => sizes.disconnect();
  }, []);
  return (
    <Edge
      edgeRef={watch}
      label={messages.app.resizePane}
      className="pane-edge"
      side="start"
      width={{ ...width, leastPx: PANE_LEAST_PX }}
      stepPx={16}
      partOf={paneAfter}
      variable="--pane-chosen"
      holderOf={wholePage}
      onResize={(panePx) => run(workspace.commands.changeSettings({ panePx }))}
    />
  );
}

const paneAfter = (edge: Element): Element | null => edge.nextElementSibling;
/** Messages over the pane are as wide as it. */
const wholePage = (): HTMLElement => document.documentElement;
