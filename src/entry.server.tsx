import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

export const streamTimeout = 5_000

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

// The page is readable without its scripts: on a slow line, letters and pictures go first.
function scriptsLast(html: string): string {
  return html.replaceAll(
    '<link rel="modulepreload"',
    '<link rel="modulepreload" fetchpriority="low"',
  )
}
