import { ensureBenchInstalled, ensureInstalled } from './install.mjs'

// `npm run setup` brings what the shop needs, `npm run setup -- dev` also what tests need.
const [packages] = process.argv.slice(2)
if (packages === 'bench') ensureBenchInstalled()
else ensureInstalled({ dev: packages === 'dev' })
