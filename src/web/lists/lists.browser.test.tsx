import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import { ListBar } from './list-bar.tsx'
import { SelectAll, Selected, useSelection } from './list-selection.tsx'
import { PageSizeSelector } from './page-size-selector.tsx'
import { Pager } from './pager.tsx'
import { SearchForm } from './search-form.tsx'

const to = (number: number) => `/elsewhere?page=${number}`

test('a pager leads to the next page, and names the current one', async () => {
  const place = await renderAt('/list', <Pager page={1} pageCount={5} to={to} />)
  await expect.element(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => place.current).toBe('/elsewhere?page=2')
})

test('the ends of a list have no links, and one page has no pager', async () => {
  await renderAt('/list', <Pager page={0} pageCount={2} to={to} />)
  await expect.element(page.getByText('Previous')).toBeVisible()
  expect(page.getByRole('link', { name: 'Previous' }).elements()).toHaveLength(0)
  await renderAt('/list', <Pager page={0} pageCount={1} to={to} />)
  expect(page.getByRole('navigation').elements()).toHaveLength(1)
})

test('a long list goes to a page by its number', async () => {
  const place = await renderAt('/list', <Pager page={0} pageCount={900} to={to} />)
  await page.getByLabelText('Go to page').fill('901')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  expect(place.current).toBe('/list')
  await page.getByLabelText('Go to page').fill('450')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => place.current).toBe('/elsewhere?page=449')
})

test('another page size begins at the first page', async () => {
  const options = [
    { label: '10', value: '10' },
    { label: '20', value: '20' },
  ]
  await renderAt('/list?page=7', <PageSizeSelector options={options} value="10" />)
  await userEvent.selectOptions(page.getByLabelText('Per page'), '20')
  await expect.element(page.getByLabelText('Per page')).toBeVisible()
})

test('a search is sent with its further filters', async () => {
  await renderAt(
    '/list',
    <SearchForm label="Name or e-mail" search="jane">
      <select name="role" aria-label="Role" defaultValue="admin">
        <option value="admin">Admins</option>
      </select>
    </SearchForm>,
  )
  const field = page.getByRole('searchbox', { name: 'Name or e-mail' })
  await expect.element(field).toHaveValue('jane')
  await expect.element(page.getByRole('button', { name: 'Search' })).toBeVisible()
})

function Rows({ rows }: { rows: string[] }) {
  const selection = useSelection(rows)
  return (
    <>
      <ListBar
        tabs={<nav aria-label="States">All</nav>}
        selectAll={<SelectAll selection={selection} />}
        selection={
          selection.ids.length > 0 && (
            <Selected
              label="Selected orders"
              text={`${selection.ids.length} selected`}
              onClear={selection.clear}
            >
              <button type="button">Print</button>
            </Selected>
          )
        }
      />
      {rows.map((row) => (
        <label key={row}>
          <input type="checkbox" checked={selection.has(row)} onChange={() => selection.toggle(row)} />
          {row}
        </label>
      ))}
    </>
  )
}

test('all rows are selected and cleared, and what can be done with them takes the bar’s place', async () => {
  await renderAt('/list', <Rows rows={['One', 'Two']} />)
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await page.getByRole('checkbox', { name: 'One' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('1 selected')
  await expect.element(all).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'Two' }).click()
  await expect.element(all).toBeChecked()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'One' })).not.toBeChecked()
  await expect.element(page.getByRole('button', { name: 'Print' })).not.toBeInTheDocument()
})

test('selecting moves no row', async () => {
  await renderAt('/list', <Rows rows={['One', 'Two']} />)
  const row = page.getByRole('checkbox', { name: 'Two' })
  await expect.element(row).toBeVisible()
  const top = () => row.element().getBoundingClientRect().top
  const before = top()
  await row.click()
  await expect.element(page.getByRole('status')).toBeVisible()
  expect(top()).toBe(before)
})
