import { useId } from 'react'
import { href, Link } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { exampleSkus } from '#platform/http/site.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { useFileDrop } from '#ui/forms/use-file-drop.ts'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead, useSite } from '#web/page-head.tsx'
import type { Route } from './+types/images-page'
import { type ChosenFile, droppedFiles, filesOf } from './chosen-files.ts'
import { FileResult, FileUse, Preview, ProductOfFile, stateTexts } from './file-cells.tsx'
import { MAX_FILES, type MatchedFile } from './matched-files.ts'
import { useImagesUpload } from './use-images-upload.ts'

export const clientLoader = adminLoader(async (_: Route.ClientLoaderArgs) => null)
export const HydrateFallback = loading('the page', 'Pictures and data sheets')

/** Uploads images and data sheets of many products, which the files are named after. */
export default function ImagesPage() {
  const upload = useImagesUpload()
  const [sku] = exampleSkus(useSite())
  const { files, leftOut, mains, toStore, phase } = upload
  const isRunning = phase === 'running' || phase === 'away'
  const stored = files.filter(({ state }) => state === 'stored').length
  const hasFailed = files.some(({ state }) => state === 'failed')
  const choose = async (chosen: ChosenFile[]) => {
    if (chosen.length > MAX_FILES) {
      const most = MAX_FILES.toLocaleString('en-US')
      return showToast('error', `Choose at most ${most} files at once.`)
    }
    await upload.choose(chosen).catch((error) => showToast('error', refusalText(error)))
  }
  const isOver = useFileDrop((transfer) => void droppedFiles(transfer).then(choose))
  return (
    <>
      <PageHead title="Pictures and data sheets" />
      <UnsavedGuard isUnsaved={isRunning} />
      <h1 className="page-title">Pictures and data sheets</h1>
      <p className="mb-24 note">
        Files are named after a SKU or GTIN: <code>{sku}.jpg</code> is the main image,{' '}
        <code>{sku}_2.jpg</code> and <code>{sku}-back.png</code> are further ones, <code>{sku}.pdf</code> is a
        data sheet. A folder may have the SKU as its name. Nothing is stored before you start.{' '}
        <Link to={href('/dashboard/manage-products')}>All products</Link>
      </p>
      <div className="drop-area image-actions gap-12 mb-16 row" data-over={isOver || undefined}>
        Drop files and folders here, or
        <ChooseFiles text="Choose files" onChosen={choose} isDisabled={isRunning} />
        <ChooseFiles text="Choose a folder" onChosen={choose} isDisabled={isRunning} isFolder />
        <span role="status">{phase === 'matching' && 'Looking up the products …'}</span>
      </div>
      {leftOut.length > 0 && <p className="mb-24 note">{leftOutText(leftOut)}</p>}
      {files.length > 0 && (
        <>
          <div className="image-actions gap-12 mb-16 row">
            {isRunning ? (
              <Button variant="quiet" onClick={upload.pause}>
                Pause
              </Button>
            ) : (
              toStore > 0 && (
                <Button onClick={() => void upload.start()}>
                  {hasFailed
                    ? 'Try again'
                    : `Store ${toStore.toLocaleString('en-US')} ${toStore === 1 ? 'file' : 'files'}`}
                </Button>
              )
            )}
            {(isRunning || stored > 0) && (
              <progress max={stored + toStore} value={stored} aria-label="Stored" />
            )}
            <span role="status">
              {phase === 'away' && 'The shop does not answer; the upload goes on once it does. '}
              {stored.toLocaleString('en-US')} of {(stored + toStore).toLocaleString('en-US')} stored
            </span>
          </div>
          {isRunning && (
            <p>Keep this page open. If it is closed, choose the files again: the rest is stored.</p>
          )}
          <p className="mb-24 note">{countsText(files)}</p>
          <DataTable
            className="image-table wrapped-cells"
            rows={files}
            keyOf={({ path }) => path}
            columns={[
              {
                head: 'File',
                subject: ({ path, file, name }) => (
                  <span className="row-product line min-w-0 gap-10">
                    {name.kind === 'image' && <Preview file={file} />}
                    <span>{path}</span>
                  </span>
                ),
              },
              {
                head: 'Product',
                label: '',
                cell: (file) => <ProductOfFile file={file} onAssign={upload.replace} />,
              },
              {
                head: 'As',
                label: '',
                cell: (file) =>
                  file.product &&
                  file.state !== 'refused' && <FileUse file={file} isMain={mains.has(file.path)} />,
              },
              {
                head: 'State',
                label: '',
                cell: (file) => <FileResult file={file} isMain={mains.has(file.path)} onUndo={upload.undo} />,
              },
            ]}
          />
        </>
      )}
    </>
  )
}

type ChooseFilesProps = {
  text: string
  onChosen: (files: ChosenFile[]) => Promise<unknown>
  isDisabled: boolean
  isFolder?: boolean
}

function ChooseFiles({ text, onChosen, isDisabled, isFolder = false }: ChooseFilesProps) {
  const id = useId()
  return (
    <>
      <input
        id={id}
        type="file"
        multiple
        className="visually-hidden"
        disabled={isDisabled}
        // Missing in the types of React.
        {...(isFolder && { webkitdirectory: '' })}
        onChange={({ currentTarget }) => {
          const files = filesOf(currentTarget)
          currentTarget.value = ''
          void onChosen(files)
        }}
      />
      <label htmlFor={id} className={buttonVariant.quiet}>
        {text}
      </label>
    </>
  )
}

const MOST_NAMED = 10

function leftOutText(paths: string[]): string {
  const named = paths.slice(0, MOST_NAMED).join(', ')
  const count = paths.length.toLocaleString('en-US')
  return `${count} other ${paths.length === 1 ? 'file' : 'files'} left out: ${named}${paths.length > MOST_NAMED ? ' …' : ''}`
}

function countsText(files: MatchedFile[]): string {
  const counts = Map.groupBy(files, ({ state }) => state)
  return [...counts]
    .map(([state, { length }]) => `${stateTexts[state]}: ${length.toLocaleString('en-US')}`)
    .join(' · ')
}

export const ErrorBoundary = pageError('Pictures and data sheets', 'The page')
