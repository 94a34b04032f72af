import { createContext } from 'react-router'
import type { Db } from './database.server.ts'

/** The database, for the loaders of pages that are rendered on the server. */
export const databaseContext = createContext<Db>()
