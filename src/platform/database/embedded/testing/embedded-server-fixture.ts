// Runs an embedded server in DATA_DIR until this process ends, as the shop does.
import { startEmbeddedServer } from '#platform/database/embedded/embedded-server.server.ts'

const [dataDir = ''] = process.argv.slice(2)
try {
  const { url } = await startEmbeddedServer(dataDir)
  process.stdout.write(url)
} catch (error) {
  process.stderr.write(String(error))
  process.exit(1)
}
