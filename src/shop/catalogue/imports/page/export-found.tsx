import { withQuery } from '#platform/http/query.ts'
import { Button } from '#ui/button.tsx'
import { useSave } from '#ui/use-save.ts'
import { saveProducts } from './imports-client.ts'

/** Exports the products that the list of an admin shows, on all its pages. */
export function ExportFound({ search, stock }: { search: string; stock: 'low' | undefined }) {
  const { busy, save } = useSave(() => saveProducts('csv', withQuery('', { search, stock })))
  return (
    <Button variant="quiet" busy={busy} onClick={save}>
      Export these
    </Button>
  )
}
