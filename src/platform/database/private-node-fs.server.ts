import { NodeFS } from '@electric-sql/pglite/nodefs'

type ChangeMode = (stream: unknown, node: unknown, mode: number, dontFollow: boolean) => void

/** PGlite's file system, with private file modes: PGlite makes its files readable by all users. */
export class PrivateNodeFs extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given)
    const makePrivate = ({ FS }: { FS: object }) => {
      const fs = FS as { doChmod: ChangeMode }
      const { doChmod } = fs
      fs.doChmod = (stream, node, mode, dontFollow) =>
        doChmod(stream, node, mode & ~0o077, dontFollow)
    }
    const preRun = [...(emscriptenOpts.preRun ?? []), makePrivate]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}
