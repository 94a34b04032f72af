import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, restApi } from '#platform/http/api/rest-api.server.ts'
import { userRoute } from '#shop/auth/access/guarded-routes.server.ts'
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
const answer = answers('My choices, the newest first', columnChoices)

export function createColumnChoicesApi({ db }: { db: Db }) {
  return restApi(
    userRoute({
      endpoint: 'GET /column-choices/{purpose}',
      operationId: 'readColumnChoices',
      summary: 'Read what I chose the columns of tables to mean',
      request: { params: purpose },
      responses: { 200: answer },
      respond: async (c) => {
        const row = await db
          .selectFrom('columnChoice')
          .select('choices')
          .where('accountId', '=', c.var.caller.id)
          .where('purpose', '=', c.req.valid('param').purpose)
          .executeTakeFirst()
        return c.json((row?.choices ?? []) as ColumnChoice[], 200)
      },
    }),
    userRoute({
      endpoint: 'PUT /column-choices/{purpose}',
      operationId: 'saveColumnChoices',
      summary: 'Save what I chose the columns of tables to mean',
      request: { params: purpose, body: body(columnChoices) },
      responses: {
        200: answer,
      },
      respond: async (c) => {
        const choices = c.req.valid('json')
        const row = {
          accountId: c.var.caller.id,
          purpose: c.req.valid('param').purpose,
          choices: JSON.stringify(choices),
        }
        await db
          .insertInto('columnChoice')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['accountId', 'purpose']).doUpdateSet({ choices: row.choices }),
          )
          .execute()
        return c.json(choices, 200)
      },
    }),
  )
}

export async function deleteColumnChoicesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('columnChoice').where('accountId', '=', accountId).execute()
}
