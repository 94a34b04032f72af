import { Spinner } from '#ui/spinner.tsx'
import { PageHead } from './page-head.tsx'

/**
 * What a page shows until its first data arrive:
 * `export const HydrateFallback = loading('the users', 'Manage users')`.
 */
export function loading(what: string, title: string) {
  return () => (
    <>
      <PageHead title={title} />
      <Spinner label={`Loading ${what}`} />
    </>
  )
}
