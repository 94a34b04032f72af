import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useDraft } from './use-draft.ts'

afterEach(() => sessionStorage.clear())

function Profile() {
  const [isUnsaved, setUnsaved] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setUnsaved(true)}>
        Change
      </button>
      <Link to="/blogs">Blogs</Link>
      <Link to="/login">Log in</Link>
      <UnsavedGuard isUnsaved={isUnsaved} />
    </>
  )
}

const dialog = () => page.getByRole('dialog', { name: 'Leave without saving?' })
const link = (name: string) => page.getByRole('link', { name })

test('a page without changes is left without a question', async () => {
  const place = await renderAt('/profile', <Profile />)
  await link('Blogs').click()
  await expect.poll(() => place.current).toBe('/blogs')
})

test('unsaved changes ask before the page is left', async () => {
  const place = await renderAt('/profile', <Profile />)
  await page.getByRole('button', { name: 'Change' }).click()
  await link('Blogs').click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(place.current).toBe('/profile')
  await link('Blogs').click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(() => place.current).toBe('/blogs')
})

test('the login needs no question, because drafts survive it', async () => {
  const place = await renderAt('/profile', <Profile />)
  await page.getByRole('button', { name: 'Change' }).click()
  await link('Log in').click()
  await expect.poll(() => place.current).toBe('/login')
})

function CityForm() {
  const form = useForm({ defaultValues: { city: 'Oslo' } })
  const forget = useDraft(form)
  return (
    <form>
      <label>
        City <input {...form.register('city')} />
      </label>
      <button type="button" onClick={forget}>
        Sent
      </button>
    </form>
  )
}

const city = () => page.getByLabelText('City')

/** As a reload does, without unmounting it; the container of notices stays for other files. */
const loseForm = () => document.querySelector('body > :has(form)')?.remove()

test('what was typed is there again after a reload, until it is sent', async () => {
  await renderAt('/profile', <CityForm />, { user: 'jane' })
  await city().fill('Malmö')
  await expect.poll(() => sessionStorage.length).toBe(1)
  loseForm()
  await renderAt('/profile', <CityForm />, { user: 'jane' })
  await expect.element(city()).toHaveValue('Malmö')
  await page.getByRole('button', { name: 'Sent' }).click()
  expect(sessionStorage.length).toBe(0)
})

test('a visitor’s draft passes to the user who logs in, never to another user', async () => {
  await renderAt('/profile', <CityForm />)
  await city().fill('Malmö')
  await expect.poll(() => sessionStorage.length).toBe(1)
  loseForm()
  await renderAt('/profile', <CityForm />, { user: 'jane' })
  await expect.element(city()).toHaveValue('Malmö')
  loseForm()
  await renderAt('/profile', <CityForm />, { user: 'john' })
  await expect.element(city()).toHaveValue('Oslo')
})
