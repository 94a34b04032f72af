import { href } from 'react-router'
import { withQuery } from '#platform/http/query.ts'

/** The paths of the pages for shipping and returns. */
export const goodsPaths = {
  queue: (tab: 'to-pack' | 'part-shipped' | 'on-hold' | 'shipped-today') =>
    withQuery(href('/dashboard/shipping'), { tab }),
  returns: () => href('/dashboard/returns'),
}
