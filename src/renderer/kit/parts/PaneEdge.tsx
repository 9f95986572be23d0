import { useCallback, useState } from 'react';
import { paneWidthPx } from '../../../bridge/settings.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { Edge } from '../ui/Edge.tsx';

const { least, most } = paneWidthPx;
/** Minimum width of the list, CSS pixels (tokens.css). */
const LIST_LEAST_PX = 416;

/** Resizes the pane after a list. The width is stored on this computer. */
export function PaneEdge() {
  const { workspace } = useData();
  const { run } = useShell();
  const [width, setWidth] = useState<{ nowPx: number; maxPx: number }>({
    nowPx: least,
    maxPx: least,
  });
  const watch = useCallback((edge: HTMLElement | null) => {
    const pane = edge && paneAfter(edge);
    const frame = edge?.parentElement;
    if (!pane || !frame) return undefined;
    const sizes = new ResizeObserver(() =>
      setWidth({
        nowPx: Math.round(pane.getBoundingClientRect().width),
        maxPx: Math.max(least, Math.min(most, frame.clientWidth - LIST_LEAST_PX)),
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
      width={{ ...width, minPx: least }}
      stepPx={16}
      partOf={paneAfter}
      variable="--pane-chosen"
      holderOf={wholePage}
      onResize={(panePx) => run(workspace.commands.changeSettings({ panePx }))}
    />
  );
}

const paneAfter = (edge: Element): Element | null => edge.nextElementSibling;
/** The variable is set on the page, because messages over the pane have its width too. */
const wholePage = (): HTMLElement => document.documentElement;
