import { useForm } from 'react-hook-form'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Site } from '#platform/http/site.ts'
import type { BrandJson } from '#shop/brand/brand-api.server.ts'
import { brandForm, type LookForm } from '#shop/brand/brand-form.ts'
import type { HomeForm } from '#shop/portfolio/text-values.ts'
import { BrandEditor } from './brand-editor.tsx'
import { LogoWarning } from './logo-warning.tsx'
import { ToolsField } from './tools-field.tsx'

afterEach(() => vi.unstubAllGlobals())

const empty = Object.fromEntries(Object.keys(brandForm.shape).map((field) => [field, '']))
const brand = {
  ...empty,
  name: 'Kern',
  logoHasName: false,
  version: 1,
  settings: { name: 'Workshop', contactEmail: 'hello@example.com' },
} as BrandJson
const site: Site = {
  name: 'Kern',
  publicUrl: 'https://shop.example',
  isDemo: false,
  isOwn: true,
  offersGoogle: false,
}

const framed = (title: string) =>
  document.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`)?.contentDocument?.documentElement

const version = { current: 1 }
const Edited = () => <BrandEditor brand={brand} version={version} product={undefined} />
const Nothing = () => null

test('the preview shows the name and the colour while they are typed', async () => {
  const loader = () => ({ site, currentUser: null })
  const Stub = createRoutesStub([
    { id: 'root', path: '/', loader, Component: Edited, HydrateFallback: Nothing },
  ])
  await render(<Stub initialEntries={['/']} />)
  const parts = ['Header at 1280 pixels', 'Header at 360 pixels', 'A mail', 'An invoice']
  const show = (text: string) =>
    vi.waitFor(() => {
      for (const part of parts) expect(framed(part)?.textContent, part).toContain(text)
    })
  await page.getByLabelText('Name', { exact: true }).fill('Nordschmiede')
  await show('Nordschmiede')
  await page.getByLabelText('Name', { exact: true }).fill('')
  await show('Workshop')
  await page.getByLabelText('Accent colour', { exact: true }).fill('#1c4a8a')
  await vi.waitFor(() => {
    expect(framed('A mail')?.style.getPropertyValue('--color-primary')).toBe('#1c4a8a')
  })
})

function logoOf(color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="60" height="30" fill="${color}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function Warned() {
  const { control, setValue } = useForm<LookForm>({ defaultValues: { logo: '' } })
  return (
    <>
      {['white', '#fafafa', 'navy'].map((color) => (
        <button key={color} type="button" onClick={() => setValue('logo', logoOf(color))}>
          {color}
        </button>
      ))}
      <LogoWarning control={control} />
    </>
  )
}

test('a white logo for light backgrounds warns, and no other', async () => {
  await render(<Warned />)
  const warning = page.getByText('This logo is white', { exact: false })
  for (const color of ['white', '#fafafa']) {
    await page.getByRole('button', { name: color }).click()
    await expect.element(warning).toBeVisible()
    await page.getByRole('button', { name: 'navy' }).click()
    await expect.element(warning).not.toBeInTheDocument()
  }
})

function Chosen() {
  const { control } = useForm<HomeForm>({ defaultValues: { tools: 'KT-2' } })
  return <ToolsField control={control} />
}

test('tools of the home page are found by a search and added by their SKUs', async () => {
  const found = [
    { _id: '1', sku: 'KT-1', name: 'Jack plane' },
    { _id: '2', sku: 'KT-2', name: 'Block plane' },
  ]
  vi.stubGlobal('fetch', async () =>
    Response.json({ products: found, total: 2, isCapped: false, categories: [] }),
  )
  await render(<Chosen />)
  await page.getByLabelText('Search a tool to add').fill('plane')
  await page.getByRole('button', { name: 'Add Jack plane (KT-1)' }).click()
  await expect.element(page.getByLabelText('Tools', { exact: true })).toHaveValue('KT-2\nKT-1')
  // Neither is offered again.
  await page.getByLabelText('Search a tool to add').fill('plane')
  await expect.element(page.getByRole('button', { name: /^Add/ })).not.toBeInTheDocument()
})
