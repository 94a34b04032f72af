export type ChosenFile = { file: File; path: string }

export function filesOf(input: HTMLInputElement): ChosenFile[] {
  return [...(input.files ?? [])].map((file) => ({
    file,
    path: file.webkitRelativePath || file.name,
  }))
}

/** The files of a drop, with those of folders. */
export async function droppedFiles({ items }: DataTransfer): Promise<ChosenFile[]> {
  // The entries are gone after the first wait.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return (await Promise.all(entries.map(readEntry))).flat()
}

async function readEntry(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, fail) => entry.file(resolve, fail))
    return [{ file, path: entry.fullPath.replace(/^\//, '') }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const files: ChosenFile[] = []
  // Browsers give at most 100 entries at a time.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, fail) => reader.readEntries(resolve, fail))
    if (entries.length === 0) return files
    files.push(...(await Promise.all(entries.map(readEntry))).flat())
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}
