import type { ReactElement } from 'react'
import { createRoutesStub } from 'react-router'
import { render } from 'vitest-browser-react'

/** Where a component under test is, as a page of its own would see it. */
export type Place = { current: string }

/**
 * Renders a component at a URL, beside every other page. Returns where the router is, after clicks too.
 * `user` is the user of the root's data.
 */
export async function renderAt(
  url: string,
  element: ReactElement,
  { user = null }: { user?: string | null } = {},
): Promise<Place> {
  const place = { current: url }
  shown = element
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ currentUser: user === null ? null : { uid: user } }),
      children: [
        { path: new URL(url, 'https://shop.example').pathname, Component: Shown },
        {
          path: '*',
          loader: ({ request }) => {
            const { pathname, search } = new URL(request.url)
            place.current = pathname + search
            return null
          },
          Component: OtherPage,
        },
      ],
      HydrateFallback: Nothing,
      shouldRevalidate: () => false,
    },
  ])
  await render(<Stub initialEntries={[url]} />)
  return place
}

let shown: ReactElement

function Shown() {
  return shown
}

function OtherPage() {
  return <p>Another page</p>
}

function Nothing() {
  return null
}
