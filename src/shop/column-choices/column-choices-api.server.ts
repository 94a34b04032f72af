import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { userJson } from '#shop/auth/access/json-routes.server.ts'
import { type ColumnChoice, LONGEST_HEADINGS, MAX_CHOICES, purposes } from './column-choice.ts'

const columnChoices = z
  .array(
    z.object({
      headings: z.string().min(1).max(LONGEST_HEADINGS),
      meanings: z.array(z.string().max(60)).max(200),
    }),
  )
  .max(MAX_CHOICES)
const purpose = z.object({ purpose: z.enum(purposes) })
const answers = { answer: 'My choices, the newest first', json: columnChoices }

export function createColumnChoicesApi({ db }: { db: Db }) {
  return restApi({
    readColumnChoices: userJson({
      endpoint: 'GET /column-choices/{purpose}',
      summary: 'Read what I chose the columns of tables to mean',
      params: purpose,
      ...answers,
      respond: async ({ params: { purpose }, caller }) => {
        const row = await db
          .selectFrom('columnChoice')
          .select('choices')
          .where('accountId', '=', caller.id)
          .where('purpose', '=', purpose)
          .executeTakeFirst()
        return (row?.choices ?? []) as ColumnChoice[]
      },
    }),
    saveColumnChoices: userJson({
      endpoint: 'PUT /column-choices/{purpose}',
      summary: 'Save what I chose the columns of tables to mean',
      params: purpose,
      body: columnChoices,
      ...answers,
      respond: async ({ params: { purpose }, json, caller }) => {
        const row = { accountId: caller.id, purpose, choices: JSON.stringify(json) }
        await db
          .insertInto('columnChoice')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['accountId', 'purpose']).doUpdateSet({ choices: row.choices }),
          )
          .execute()
        return json
      },
    }),
  })
}

export async function deleteColumnChoicesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('columnChoice').where('accountId', '=', accountId).execute()
}
