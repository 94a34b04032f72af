import fontUrl from '@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { href, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { siteContext } from '#platform/http/page-context.server.ts'
import { withQuery } from '#platform/http/query.ts'
import { iconUrl } from '#platform/images/image-url.ts'
import { pngIconOf } from '#platform/images/site-icon.ts'
import { AuthGate } from '#shop/auth/access/auth-gate.tsx'
import { currentUserContext } from '#shop/auth/access/current-user.server.ts'
import { isAuthChanging } from '#shop/auth/auth-change.ts'
import { orderRulesContext } from '#shop/orders/purchase/order-rules.server.ts'
import { OfflineLinks } from '#shop/screens/site/offline-links.tsx'
import { PageChange } from '#shop/screens/site/page-change.tsx'
import { PageProgress, usePageLoading } from '#shop/screens/site/page-progress.tsx'
import { SiteFooter } from '#shop/screens/site/site-footer.tsx'
import { SiteHeader } from '#shop/screens/site/site-header.tsx'
import { useSite } from '#web/page-head.tsx'
import { useHasSessionEnded } from '#web/session-end.ts'
import type { Route } from './+types/root'
import { useOtherTabs } from './shop/auth/access/use-sign-in.ts'
import styles from './styles.css?url'
import favicon from './ui/favicon.svg?no-inline'
import { SCROLL_POSITIONS } from './ui/scroll-positions.ts'
import { prepareToasts } from './ui/toast.ts'
import { NotFound } from './web/not-found.tsx'
import { isNotFound, PageError } from './web/page-error.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const currentUser = await context.get(currentUserContext)
  const { orders, cents } = context.get(orderRulesContext).caps.unverified
  const unverifiedCaps = currentUser?.emailVerified === false ? { orders, cents } : null
  const { contactEmail: _, mailTexts: __, ...site } = context.get(siteContext)
  return { currentUser, site, unverifiedCaps }
}

// Loaded when it is needed, to keep public pages small; the header's Login leads back without it too.
const SessionEndedNotice = lazy(() =>
  import('#shop/auth/access/session-ended-notice.tsx').then(
    ({ SessionEndedNotice }) => ({ default: SessionEndedNotice }),
    () => ({ default: () => <></> }),
  ),
)

// Only until an e-mail is confirmed.
const VerificationBanner = lazy(() =>
  import('#shop/auth/email-verification/verification-banner.tsx').then(
    ({ VerificationBanner }) => ({ default: VerificationBanner }),
    () => ({ default: () => <></> }),
  ),
)

// Only admins ever have it.
const PriceViewBar = lazy(() =>
  import('#shop/prices/view/price-view-bar.tsx').then(
    ({ PriceViewBar }) => ({ default: PriceViewBar }),
    () => ({ default: () => <></> }),
  ),
)

type RootData = Awaited<ReturnType<typeof loader>>

let lastData: RootData | undefined

/** On a network error in the dashboard, keeps the last data, so that the navigation stays. */
export async function clientLoader({ serverLoader, url }: Route.ClientLoaderArgs): Promise<RootData> {
  try {
    lastData = await serverLoader()
    return lastData
  } catch (error) {
    const isRedirect = error instanceof Response
    if (lastData && isInDashboard(url) && !isRedirect && !isAuthChanging()) return lastData
    throw error
  }
}

/**
 * Reloads the current user on a revalidation, as after signing in or out; on the login page, because
 * the session may have ended elsewhere; and in the dashboard, because the role may have changed.
 */
export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) {
  return currentUrl.href === nextUrl.href || nextUrl.pathname === href('/login') || isInDashboard(nextUrl)
}

const isInDashboard = ({ pathname }: URL) => `${pathname}/`.startsWith(`${href('/dashboard')}/`)

export function Layout({ children }: { children: ReactNode }) {
  const site = useSite()
  const look = site?.look
  const touchIcon = site ? pngIconOf(site) : '/apple-touch-icon.png'
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#161718" />
        {look?.logo ? (
          <link rel="icon" href={iconUrl(look.logo)} type="image/png" />
        ) : (
          <link rel="icon" href={site?.isOwn ? '/icon.svg' : favicon} type="image/svg+xml" />
        )}
        {touchIcon && <link rel="apple-touch-icon" href={touchIcon} />}
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        {/* With a precedence, React puts it before all scripts. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        {look?.accent && look.darkAccent && (
          <link
            rel="stylesheet"
            href={withQuery('/brand.css', {
              light: look.accent.slice(1),
              dark: look.darkAccent.slice(1),
            })}
            precedence="default"
          />
        )}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <PageChange />
        <OfflineLinks />
        <ScrollRestoration storageKey={SCROLL_POSITIONS} />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { currentUser, unverifiedCaps } = loaderData
  useEffect(() => {
    lastData = loaderData
  }, [loaderData])
  useOtherTabs()
  const isLoading = usePageLoading()
  const hasSessionEnded = useHasSessionEnded()
  useEffect(() => {
    if (currentUser) prepareToasts()
  }, [currentUser])
  return (
    <AuthGate>
      <a className="skip-link font-600" href="#content">
        Skip to the content
      </a>
      <a className="skip-link font-600 skip-to-results" href="#results">
        To the results
      </a>
      <SiteHeader currentUser={currentUser} />
      <PageProgress isLoading={isLoading} />
      <Suspense>{currentUser && hasSessionEnded && <SessionEndedNotice />}</Suspense>
      <Suspense>{currentUser?.seesAs && <PriceViewBar {...currentUser.seesAs} />}</Suspense>
      <Suspense>
        {currentUser && !hasSessionEnded && unverifiedCaps && (
          <VerificationBanner email={currentUser.email} caps={unverifiedCaps} />
        )}
        <HydrationMark />
      </Suspense>
      <main id="content" tabIndex={-1} aria-busy={isLoading || undefined}>
        <Outlet />
      </main>
      <SiteFooter />
    </AuthGate>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <>
      <SiteHeader currentUser={loaderData?.currentUser ?? null} />
      <main id="content" tabIndex={-1}>
        {isNotFound(error) ? <NotFound /> : <Failed />}
      </main>
      <SiteFooter />
      <HydrationMark />
    </>
  )
}

/** Marks the page as hydrated with all that stands beside this; browser tests wait for it. */
function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}

function Failed() {
  return (
    <PageError
      title="Something went wrong"
      text="This page failed to load."
      className="page page-message stack"
    />
  )
}
