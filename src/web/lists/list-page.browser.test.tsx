import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import { ListPage, useChosenItem } from './list-page.tsx'

/** A list of messages that can be deleted after a question. */
function Messages({ found }: { found: string[] }) {
  const { heading, chosen, choose, close, focusHeading } = useChosenItem<string>()
  return (
    <ListPage
      title="Messages"
      heading={heading}
      count={{ of: 'Messages', is: 1204 }}
      filters={<input type="search" aria-label="Search" />}
      empty={found.length === 0 && <p>No message is open.</p>}
      pages={{ page: 1, count: 30, size: 10, to: (at) => `/elsewhere?page=${at}` }}
      dialogs={
        chosen !== null && (
          <dialog open aria-label={`Delete ${chosen}?`}>
            <button
              type="button"
              onClick={() => {
                close()
                focusHeading()
              }}
            >
              Yes
            </button>
          </dialog>
        )
      }
    >
      {found.map((message) => (
        <button key={message} type="button" onClick={() => choose(message)}>
          Delete {message}
        </button>
      ))}
    </ListPage>
  )
}

test('a list has its title, total, filters and pages', async () => {
  const place = await renderAt('/messages', <Messages found={['one']} />)
  await expect.element(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await expect.element(page.getByText('1,204')).toBeVisible()
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toBeVisible()
  expect(document.title).toMatch(/^Messages/)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => place.current).toBe('/elsewhere?page=2')
})

test('an empty list says so instead of its rows', async () => {
  await renderAt('/messages', <Messages found={[]} />)
  await expect.element(page.getByText('No message is open.')).toBeVisible()
  expect(page.getByRole('button', { name: /^Delete/ }).elements()).toEqual([])
})

test('after a dialog about a row that goes, the heading has the focus', async () => {
  await renderAt('/messages', <Messages found={['one', 'two']} />)
  await page.getByRole('button', { name: 'Delete two' }).click()
  await page.getByRole('dialog', { name: 'Delete two?' }).getByRole('button').click()
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
  await expect.element(page.getByRole('heading', { name: 'Messages' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveFocus()
})

test('on a phone, a link that has no room beside the title stands below it, at its start', async () => {
  await page.viewport(360, 740)
  const aside = (
    <a className="button" href="/all">
      All imports
    </a>
  )
  await renderAt(
    '/messages',
    <div className="dashboard-content">
      <ListPage title="Import of tools-2026.csv" heading={{ current: null }} aside={aside}>
        <p>Rows</p>
      </ListPage>
    </div>,
  )
  const place = (role: 'heading' | 'link') => page.getByRole(role).element().getBoundingClientRect()
  expect(place('link').top).toBeGreaterThanOrEqual(place('heading').bottom)
  expect(place('link').left).toBe(place('heading').left)
  await page.viewport(1280, 800)
})
