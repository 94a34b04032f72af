import { NotFound } from '#web/not-found.tsx'

/** Unknown paths respond 404 with a link to the home page (product 2.1). */
export function loader() {
  throw new Response(null, { status: 404 })
}

export default function NotFoundPage() {
  return <NotFound />
}
