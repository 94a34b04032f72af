import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { canInstallDebianPackages } from './debian-packages.ts'

const ROOT = 0
const ORDINARY_USER = 1000

afterEach(() => void vi.unstubAllEnvs())

/** A machine with these programs, and this user on it. */
function onMachine(user: number, ...programs: string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const program of programs) {
    writeFileSync(join(folder, program), '#!/bin/sh\n')
    chmodSync(join(folder, program), 0o755)
  }
  vi.stubEnv('PATH', folder)
  // It exists on every system that has Debian packages.
  const getuid = vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(user)
  onTestFinished(() => getuid.mockRestore())
}

test.each([
  { who: 'root on Debian', user: ROOT, programs: ['apt-get'], setting: undefined, may: true },
  {
    who: 'root on Debian, TEST_INSTALL=1',
    user: ROOT,
    programs: ['apt-get'],
    setting: '1',
    may: true,
  },
  {
    who: 'root on Debian, TEST_INSTALL=0',
    user: ROOT,
    programs: ['apt-get'],
    setting: '0',
    may: false,
  },
  {
    who: 'an ordinary user on Debian',
    user: ORDINARY_USER,
    programs: ['apt-get'],
    setting: undefined,
    may: false,
  },
  { who: 'root elsewhere', user: ROOT, programs: [], setting: undefined, may: false },
])('$who may install Debian packages: $may', ({ user, programs, setting, may }) => {
  onMachine(user, ...programs)
  vi.stubEnv('TEST_INSTALL', setting)
  expect(canInstallDebianPackages()).toBe(may)
})
