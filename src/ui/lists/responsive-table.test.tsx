import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Column, DataTable } from './responsive-table.tsx'
import { DeleteButton } from './row-actions.tsx'

type Tool = { name: string; pieces: number; note: string }

const columns: Column<Tool>[] = [
  { head: 'Tool', subject: ({ name }) => name },
  {
    head: 'Pieces',
    label: 'On the shelf',
    className: 'pieces',
    width: '4rem',
    number: ({ pieces }) => pieces,
  },
  { head: 'Note', label: '', title: ({ note }) => note, cell: ({ note }) => note },
  { actions: (_, id) => <DeleteButton id={id} onClick={() => {}} /> },
]

test('columns give the head, the label on a phone, and the cells of each row', () => {
  const rows = [{ name: 'Hammer', pieces: 1200, note: 'Sold out soon' }]
  const html = renderToStaticMarkup(<DataTable rows={rows} keyOf={({ name }) => name} columns={columns} />)
  const [, id] = /<th scope="row" id="([^"]+)">Hammer<\/th>/.exec(html) ?? []
  expect(id).toBeTruthy()
  for (const part of [
    '<th scope="col">Tool</th><th scope="col" class="col-number pieces" style="--width:4rem">Pieces</th>',
    '<th scope="col">Note</th><th scope="col" class="col-actions" style="--width:var(--width-actions)">Actions</th>',
    '<td data-label="On the shelf" class="col-number pieces">1,200</td>',
    '<td title="Sold out soon">Sold out soon</td>',
    `<td class="col-actions"><div class="table-actions"><button type="button" aria-describedby="${id}"`,
  ]) {
    expect(html).toContain(part)
  }
})
