import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import { NewPriceListForm } from './new-price-list-form.tsx'

test('a list for a company is added where the companies are', async () => {
  await renderAt('/dashboard/price-lists', <NewPriceListForm groups={[]} company={null} />)
  const link = page.getByRole('link', { name: 'Companies' })
  await expect.element(link).toHaveAttribute('href', '/dashboard/companies')
})
