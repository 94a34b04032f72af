import { pino } from 'pino'
import { openDatabase } from '#platform/database/database.server.ts'
import { createImports } from '#shop/imports/imports.server.ts'

// A process that applies imports of the database in its argument until none is left.
const { db, close } = await openDatabase({ databaseUrl: process.argv[2] ?? '' })
const unused = () => {
  throw new Error('Not used by this process')
}
const imports = createImports({
  db,
  images: { store: unused, has: unused, read: unused },
  workers: unused,
  clock: () => new Date(),
  log: pino({ level: 'silent' }),
})
await imports.apply()
await close()
