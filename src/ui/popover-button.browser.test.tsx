import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PopoverButton } from './popover-button.tsx'

const panel = () => page.getByRole('group', { name: 'Choose days' })

async function openPanel() {
  await render(
    <PopoverButton text="Any date" label="Choose days">
      <button type="button">Today</button>
    </PopoverButton>,
  )
  await page.getByRole('button', { name: 'Any date' }).click()
  await expect.element(panel()).toBeVisible()
}

test('a panel closes by Escape, and its button has the focus again', async () => {
  await openPanel()
  await page.getByRole('button', { name: 'Today' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
})
