import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, ServerRouter } from 'react-router'
import { logContext } from '#platform/http/page-context.server.ts'

export const streamTimeout = 5_000

/** A page that failed is logged; a browser that went away is nothing to note. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(logContext).error(error, request.url)
}

/** Renders a page whole before anything is sent: its status and its content always agree. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const html = await render(<ServerRouter context={routerContext} url={request.url} />)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(scriptsLast(html), { status, headers })
}

function render(page: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      onAllReady: () => {
        clearTimeout(timeout)
        resolve(text(pipe(new PassThrough())))
      },
      onShellError: reject,
    })
    const timeout = setTimeout(abort, streamTimeout + 1_000)
  })
}

/**
 * The page is readable without its scripts, so on a slow line letters and pictures go first: what
 * React Router would load at once waits for the page's `load` event. Development keeps Vite's order.
 */
function scriptsLast(html: string): string {
  if (import.meta.env.DEV) return html
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace('<script type="module" async="">', `${START_LATER}<script type="later">`)
}

// Two frames after `load`, so that the largest picture is on the screen before a script competes.
const START_LATER = `<script>
addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(() => {
  for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
  const start = document.createElement('script')
  start.type = 'module'
  start.textContent = document.querySelector('script[type=later]').textContent
  document.head.append(start)
})))
</script>`
