import type { z } from 'zod'
import type { category, specification } from './category-json.server.ts'

/** A category as the API and the pages receive it. */
export type Category = z.infer<typeof category>

export type Specification = z.infer<typeof specification>
