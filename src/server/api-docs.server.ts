import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { withProperties } from '#platform/http/route-properties.server.ts'

/** Swagger UI sets HTML directly, so this policy does not require Trusted Types. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const files: Record<string, { path: string; type: string }> = {
  'viewer.js': {
    path: 'swagger-ui-dist/swagger-ui-bundle.js',
    type: 'text/javascript; charset=utf-8',
  },
  'viewer.css': { path: 'swagger-ui-dist/swagger-ui.css', type: 'text/css; charset=utf-8' },
}

// The validator badge is off because it would call another origin.
const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#viewer',
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'list',
})
`

/** `/docs`: the API documentation in Swagger UI, served from the shop's origin. */
export function createApiDocs(name: string): Hono {
  const { resolve } = createRequire(import.meta.url)
  return new Hono()
    .use('/docs/*', withProperties({ cached: [] }))
    .get('/docs', (c) => {
      c.header('Content-Security-Policy', POLICY)
      return c.html(html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>API | ${name}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/api/docs/viewer.css">
</head>
<body>
  <main id="viewer"></main>
  <noscript>Without scripts, read <a href="/api/openapi.json">the description itself</a>.</noscript>
  <script src="/api/docs/viewer.js"></script>
  <script src="/api/docs/start.js"></script>
</body>
</html>`)
    })
    .get('/docs/start.js', (c) =>
      c.body(START, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
    )
    .get('/docs/:file{viewer\\.(js|css)}', async (c) => {
      const file = files[c.req.param('file')]
      if (!file) return c.notFound()
      const bytes = await readFile(resolve(file.path))
      return c.body(new Uint8Array(bytes), 200, { 'Content-Type': file.type })
    })
}
