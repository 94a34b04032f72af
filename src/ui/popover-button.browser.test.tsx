import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PopoverButton } from './popover-button.tsx'

const button = () => page.getByRole('button', { name: 'Any date' })
const panel = () => page.getByRole('group', { name: 'Choose days' })

async function openPanel(before = button()) {
  await render(
    <>
      <PopoverButton text="Any date" label="Choose days">
        <button type="button">Today</button>
      </PopoverButton>
      <p>Elsewhere</p>
    </>,
  )
  await before.click()
}

test('a panel closes by Escape, and its button has the focus again', async () => {
  await openPanel()
  await expect.element(panel()).toBeVisible()
  await page.getByRole('button', { name: 'Today' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(button()).toHaveFocus()
})

test('a click elsewhere closes it, and the button closes it too', async () => {
  await openPanel()
  await page.getByText('Elsewhere').click()
  await expect.element(panel()).not.toBeInTheDocument()
  await button().click()
  await expect.element(panel()).toBeVisible()
  await button().click()
  await expect.element(panel()).not.toBeInTheDocument()
})
