import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Rolldown } from 'vite'

type ChunkingContext = { getModuleInfo: Rolldown.GetModuleInfo }

/** The modules of every page. */
const ROOT_MODULES = [join(import.meta.dirname, 'src/root.tsx')]

/** What every page with a grid of products needs. */
const PRODUCT_MODULES =
  /\/(product|product-card|product-grid|product-json-ld|catalogue-client|add-to-list|browse-links|category-tree|json-ld|breadcrumbs)\.tsx?$/
// Small parts that pages with an order or a list of one share.
const SUM_MODULES = /shop\/(tax\/(net-sum|amount-details|tax)|prices\/shown\/(price-steps|next-step))\.tsx?$/
// Parts of a few lines that many pages of orders have.
const SMALL_PARTS =
  /(date-time|forms\/options|description-item|added-text|use-save|save-download|send-verification|test-cards)\.tsx?$/

// The small fields of most forms.
const FIELD_MODULES = /(form-frame|text-field|password-field|form-field|ui\/form\/form)\.tsx$/

/** What is no JavaScript, or reads files beside itself. */
const unbundled = ['sharp', '@node-rs/argon2', 'pg-native']

/**
 * Returns the group of all modules that the root of the pages imports. Every page needs them, but the
 * bundler would cut them into about twenty small files, because a page's loader is an entry of its own
 * that imports only some of them.
 */
function createSharedChunk(): (id: string, graph: ChunkingContext) => string | null {
  let shared: Set<string> | undefined
  return (id, graph) => {
    shared ??= importsOf(ROOT_MODULES, graph)
    return shared.has(id) ? 'shared' : null
  }
}

function importsOf(starts: string[], graph: ChunkingContext): Set<string> {
  const found = new Set<string>()
  const waiting = [...starts]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

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
                  { name: createSharedChunk() },
                  // Small modules of the public lists compress better together.
                  { name: 'lists', test: /(lists\/(pager|use-chunks)|http\/pagination)\.tsx?$/ },
                  { name: 'products', test: PRODUCT_MODULES },
                  { name: 'sums', test: SUM_MODULES },
                  { name: 'small-parts', test: SMALL_PARTS },
                  // Apart, because pages without a form have a field of a filter.
                  { name: 'field', test: /forms\/field\.tsx$/ },
                  { name: 'fields', test: FIELD_MODULES },
                ],
              },
            },
          },
        },
      },
      ssr: {
        build: { rollupOptions: { input: './src/server/start.server.ts' } },
        // Finding and reading 2,000 modules takes a second of each start: they are in the bundle.
        resolve: isBuild ? { noExternal: true, external: unbundled } : {},
      },
    },
  }
})
