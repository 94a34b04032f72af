import type { NamedList } from '#shop/list-store/named/named-lists.server.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

export type Asked = { list: NamedList; wish: 'replace' | 'delete' }

type AskAboutListProps = {
  asked: Asked
  lineCount: number
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function AskAboutList(props: AskAboutListProps) {
  const { asked, lineCount, isBusy, onConfirm, onCancel } = props
  const { name, lines } = asked.list
  const isReplacing = asked.wish === 'replace'
  return (
    <ConfirmDialog
      title={isReplacing ? `Replace ${name}?` : `Delete ${name}?`}
      action={isReplacing ? 'Replace' : 'Delete list'}
      keep="Keep it"
      busy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        {isReplacing
          ? `Its lines (${lines.length}) are replaced with those of this list (${lineCount}).`
          : `Its lines (${lines.length}) and its link are lost. Orders that were placed with it stay.`}
      </p>
    </ConfirmDialog>
  )
}
