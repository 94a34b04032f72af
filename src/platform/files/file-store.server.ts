export type FileInfo = { name: string; bytes: number; modifiedAt: Date }

/**
 * Stores the files of images and documents by name, such as `documents/<hash>.pdf`: in a folder or in
 * an S3 bucket. A name contains a hash of its upload, so a file never changes. Every method throws
 * StorageUnavailable when the bucket does not respond in time.
 */
export type FileStore = {
  location: string
  /** The remedy when the files of a shop are not here. */
  remedy: string
  read: (name: string) => Promise<Buffer<ArrayBuffer> | null>
  find: (name: string) => Promise<FileInfo | null>
  /** Stores files; throws unless all are stored. A reader never sees a partial file. */
  writeAll: (files: { name: string; bytes: Uint8Array }[]) => Promise<void>
  /** Sets the modification time to now. */
  touch: (names: string[]) => Promise<void>
  /** All files whose name begins with `prefix`, without holding the list in memory. */
  list: (prefix?: string) => AsyncIterable<FileInfo>
  remove: (name: string) => Promise<void>
  close: () => void
}

/** The file store did not respond in time, refused access or broke off. A retry may succeed. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** The drafts of files that are being written to a folder. */
export const isDraft = (name: string): boolean => name.endsWith('.draft')
