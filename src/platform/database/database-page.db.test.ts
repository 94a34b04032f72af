import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { describeDatabase } from '#platform/testing/database-page.ts'

// After a change of the schema, write the page anew with: npx vitest run database-page -u
test('docs/database.md describes the migrated schema', async () => {
  const { db } = await createTestDatabase()
  const page = await describeDatabase(db)
  await expect(page).toMatchFileSnapshot('../../../docs/database.md')
  // Each table and function has a comment that says why it exists.
  expect(page.match(/^### [a-z_]+\n\n(?=\n)|^- `.* → .*`: *$/gm)).toBeNull()
})
