import { ensureBenchInstalled, ensureInstalled } from './npm/install.mjs'

// `npm run setup` installs the shop's packages, `npm run setup -- dev` also those of the tests.
const [packages] = process.argv.slice(2)
if (packages === 'bench') ensureBenchInstalled()
else ensureInstalled({ dev: packages === 'dev' })
