import { useRef } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Drawer, drawerTriggerProps } from './drawer.tsx'

function Menu() {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button type="button" {...drawerTriggerProps('menu', dialog)}>
        Menu
      </button>
      <Drawer id="menu" title="Pages" dialog={dialog}>
        <a href="#tools">Tools</a>
        <p>About us</p>
      </Drawer>
    </>
  )
}

const drawer = () => page.getByRole('dialog', { name: 'Pages' })

async function openDrawer() {
  await render(<Menu />)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect.element(drawer()).toBeVisible()
}

test('a drawer closes by its button and by Escape, and gives the focus back', async () => {
  await openDrawer()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(drawer()).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Menu' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Menu' })).toHaveFocus()
})

test('a link inside closes it, a click on its text does not', async () => {
  await openDrawer()
  await page.getByText('About us').click()
  await expect.element(drawer()).toBeVisible()
  await page.getByRole('link', { name: 'Tools' }).click()
  await expect.element(drawer()).not.toBeInTheDocument()
})

test('a click beside it closes it', async () => {
  await openDrawer()
  // The backdrop belongs to the dialog, outside of its content.
  drawer()
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(drawer()).not.toBeInTheDocument()
})
