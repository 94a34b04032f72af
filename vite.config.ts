import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** What is no JavaScript, or reads files beside itself. */
const unbundled = [
  'sharp',
  '@node-rs/argon2',
  '@electric-sql/pglite',
  'swagger-ui-dist',
  'pg-native',
  'pdfkit',
]

// One build holds the whole server, API and pages, so there is one copy of every module:
// its entry is our own server, which takes the pages from React Router's virtual module.
export default defineConfig(({ command }) => {
  const isBuild = command === 'build'
  return {
    plugins: [reactRouter()],
    environments: {
      client: {
        // All pages' packages are prepared at the start: a package found later reloads the page.
        optimizeDeps: {
          entries: ['src/entry.client.tsx', 'src/root.tsx', 'src/shop/**/*-page.tsx'],
        },
        build: {
          rollupOptions: {
            // What every page needs in one file: a slow line pays for each request.
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: 'react',
                    test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  },
                ],
              },
            },
          },
        },
      },
      ssr: {
        build: { rollupOptions: { input: './src/server.ts' } },
        // Finding and reading 2,000 modules takes a second of each start: they are in the bundle.
        resolve: isBuild ? { noExternal: true, external: unbundled } : {},
      },
    },
  }
})
