import { html, raw } from 'hono/html'

export function simulatorPage(title: string, styles: string, content: unknown, heading = title) {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <style>${raw(styles)}</style>
</head>
<body>
<main>
  <h1>${heading}</h1>
  ${content}
</main>
</body>
</html>`
}
