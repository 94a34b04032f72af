import type { Db } from '#platform/database/database.server.ts'
import type { Portfolio } from './portfolio.ts'

const PAGE = 'portfolio'

/** Returns the portfolio; undefined when there is none. */
export async function findPortfolio(db: Db): Promise<Portfolio | undefined> {
  const row = await db
    .selectFrom('siteContent')
    .select('content')
    .where('page', '=', PAGE)
    .executeTakeFirst()
  // Written only by storePortfolio, which validates it.
  return row?.content as Portfolio | undefined
}

export async function storePortfolio(db: Db, portfolio: Portfolio): Promise<void> {
  const content = JSON.stringify(portfolio)
  await db
    .insertInto('siteContent')
    .values({ page: PAGE, content })
    .onConflict((conflict) => conflict.column('page').doUpdateSet({ content }))
    .execute()
}
