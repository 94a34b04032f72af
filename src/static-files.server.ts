import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/** The built scripts, styles and fonts in front of the app; their names change with their content. */
export function withStaticFiles(app: Hono): Hono {
  return new Hono({ strict: false })
    .use(
      '/assets/*',
      serveStatic({
        root: 'build/client',
        precompressed: true,
        onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
      }),
    )
    .use(
      '/*',
      serveStatic({
        root: 'build/client',
        onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=3600'),
      }),
    )
    .route('/', app)
}
