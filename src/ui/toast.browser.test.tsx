import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { showToast } from './toast.ts'

/** A page with a header of 60 pixels, which scrolls away. */
function LongPage() {
  return (
    <div style={{ height: 3000 }}>
      <header data-above-toasts style={{ height: 60 }} />
    </div>
  )
}

const notice = (text: string) => page.getByRole('alert').filter({ hasText: text })

test('a notice stands below the header at the right, and stays there while the page scrolls', async () => {
  await render(<LongPage />)
  await showToast('success', 'The price was saved')
  await expect.element(notice('The price was saved')).toBeVisible()
  const place = () => notice('The price was saved').element().getBoundingClientRect()
  await expect.poll(() => place().top).toBeGreaterThanOrEqual(60)
  await expect.poll(() => innerWidth - place().right).toBeLessThan(32)
  const { top } = place()
  scrollTo(0, 1000)
  await expect.poll(() => scrollY).toBe(1000)
  expect(place().top).toBe(top)
})

test('notices cover no control, of the page that follows neither', async () => {
  const corner = (top: number) => (
    <div style={{ height: 700 }}>
      <button type="button" style={{ position: 'absolute', top, right: 8, width: 200, height: 50 }}>
        Pack
      </button>
    </div>
  )
  const { rerender } = await render(corner(10))
  const isCovered = () => {
    const button = page.getByRole('button', { name: 'Pack' }).element().getBoundingClientRect()
    return notice('Saved')
      .elements()
      .map((toast) => toast.getBoundingClientRect())
      .some((box) => box.top < button.bottom && box.bottom > button.top && box.right > button.left)
  }
  await showToast('success', 'Saved')
  await expect.element(notice('Saved')).toBeVisible()
  await expect.poll(isCovered).toBe(false)
  await rerender(<section key="next">{corner(90)}</section>)
  await expect.poll(isCovered).toBe(false)
})

test('a button of a notice does its work and closes it', async () => {
  await render(<LongPage />)
  const undo = vi.fn(async () => {})
  await showToast('success', 'Hammer was deleted', { text: 'Undo', run: undo })
  await notice('Hammer was deleted').getByRole('button', { name: 'Undo' }).click()
  expect(undo).toHaveBeenCalledOnce()
  await expect.poll(() => notice('Hammer was deleted').elements()).toEqual([])
})

test('the close button has room for a finger beside the text', async () => {
  await render(<LongPage />)
  await showToast('error', 'The change could not be saved, because the connection is lost')
  const close = notice('could not be saved').getByRole('button', { name: 'close' })
  await expect.element(close).toBeVisible()
  const { width, height } = close.element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
})
