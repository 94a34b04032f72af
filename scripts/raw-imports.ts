import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Supports Vite's `import text from './x.sql?raw'` in scripts, which run without Vite.
registerHooks({
  load: (url, context, nextLoad) => {
    if (!url.endsWith('?raw')) return nextLoad(url, context)
    const text = readFileSync(new URL(url), 'utf8')
    const source = `export default ${JSON.stringify(text)}`
    return { format: 'module', source, shortCircuit: true }
  },
})
