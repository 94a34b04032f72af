import { createRoutesStub, useLoaderData } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { Site, SiteLook } from '#platform/http/site.ts'
import { demoFrame } from '#platform/http/site-frame.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

const WIDTHS = [320, 360, 390, 480, 640, 768, 900, 1023, 1024, 1100, 1279, 1280, 1440, 1920]
const NAMES = [
  'Kern',
  'Nordschmiede',
  'Maschinenbau Schwaben',
  'Nordschmiede Tool Works and Sons Incorporated',
  'Werkzeugmaschinenpräzisionsfertigungsgesellschaftmbhundcokgs',
]
const user = {
  uid: '0198c0de-0000-7000-8000-000000000000',
  email: 'jane@example.com',
  displayName: 'Jane Buyer',
  photoURL: null,
  isAdmin: true,
  emailVerified: true,
}
const LONGEST = NAMES[4] ?? ''

afterEach(() => page.viewport(1280, 800))

/** A logo of this many times its height, as an image that needs no shop. */
function logo(times: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${times * 100}" height="100"><rect width="100%" height="100%" fill="red"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

type Data = { currentUser: typeof user | null; isDashboard: boolean }

function Shown() {
  const { currentUser, isDashboard } = useLoaderData<Data>()
  return (
    <>
      <SiteHeader currentUser={currentUser as never} />
      <main>{isDashboard && <div className="dashboard" />}</main>
      <SiteFooter />
    </>
  )
}

const Nothing = () => null

async function show(site: Partial<Site>, isSignedIn: boolean, isDashboard: boolean) {
  const currentUser = isSignedIn ? user : null
  const shown: Site = {
    name: 'Forgewell',
    publicUrl: 'https://shop.example',
    isDemo: true,
    offersGoogle: false,
    frame: {
      ...demoFrame,
      portfolio: { name: 'The people of our workshop and their work', isHidden: false },
    },
    ...site,
  }
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ site: shown, currentUser, isDashboard }),
      Component: Shown,
      HydrateFallback: Nothing,
    },
  ])
  await render(<Stub initialEntries={['/']} />)
  await expect.element(page.getByRole('banner')).toBeVisible()
  await Promise.all([...document.images].map((image) => image.decode()))
}

/** What scrolls sideways, overlaps or is cut in the header and the title of the footer. */
function faults(): string[] {
  const bar = document.querySelector('.site-bar')
  if (!bar) return ['no bar']
  const { scrollWidth, clientWidth } = document.documentElement
  const parts = [
    ...bar.querySelectorAll('.site-title, .site-search, .list-button, .menu-button, .site-nav > *'),
  ]
    .filter((part) => part.checkVisibility())
    .map((part) => ({
      name: part.textContent || part.className,
      box: part.getBoundingClientRect(),
      part,
    }))
  const edge = bar.getBoundingClientRect()
  const found = scrollWidth > clientWidth ? [`${scrollWidth} px wide`] : []
  for (const [at, { name, box, part }] of parts.entries()) {
    if (box.right > edge.right + 1 || box.left < edge.left || box.bottom > edge.bottom + 1)
      found.push(`${name} leaves the bar`)
    if (part.scrollWidth > part.clientWidth + 1 && !part.matches('.site-search, .site-nav-name'))
      found.push(`${name} is cut`)
    for (const other of parts.slice(at + 1)) {
      const { left, right, top, bottom } = other.box
      if (left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1)
        found.push(`${name} lies on ${other.name}`)
    }
  }
  const field = document.querySelector<HTMLInputElement>('.site-search-field')
  if (field && field.clientWidth > 60 && placeholderWidth(field) > roomOf(field))
    found.push(`the search has ${roomOf(field)} px for ${placeholderWidth(field)}`)
  for (const image of document.querySelectorAll<HTMLImageElement>('.site-logo')) {
    const { width, height } = image.getBoundingClientRect()
    if (width < 16 || height < 16) found.push(`a logo of ${width} × ${height} px`)
  }
  return found
}

function placeholderWidth(field: HTMLInputElement): number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return 0
  const { font, wordSpacing } = getComputedStyle(field)
  Object.assign(context, { font, wordSpacing })
  return context.measureText(field.placeholder).width
}

function roomOf(field: HTMLInputElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(field)
  return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
}

const looks: [string, Partial<Site>][] = [
  ...NAMES.map((name): [string, Partial<Site>] => [name, { name }]),
  ...[1, 4, 12].flatMap((times): [string, Partial<Site>][] => {
    const look: SiteLook = { darkLogo: logo(times) }
    return [
      [`a logo of ${times}:1`, { name: LONGEST, look }],
      [`a logo of ${times}:1 with the name`, { name: LONGEST, look: { ...look, logoHasName: true } }],
    ]
  }),
]

test.each(looks)('the header carries %s at every width', async (_, site) => {
  for (const isSignedIn of [false, true]) {
    for (const isDashboard of [false, true]) {
      await show(site, isSignedIn, isDashboard)
      for (const width of WIDTHS) {
        await page.viewport(width, 800)
        expect(faults(), `${width} px, ${isSignedIn}, ${isDashboard}`).toEqual([])
      }
      await cleanup()
    }
  }
})
