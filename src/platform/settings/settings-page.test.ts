import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type SettingText, settingGroups } from './settings-schema.ts'

test('docs/settings.md lists every setting', async () => {
  const page = [
    '# Settings',
    '<!-- Generated: npx vitest run --project unit settings-page -u -->',
    'Settings are read from the environment or a `.env` file. The defaults suit a demo on your own machine; a live shop\n(`SHOP_MODE=live`) says which it lacks. An empty variable counts as unset. How to use them: [one machine](operations/one-machine.md),\n[a server](operations/server.md).',
    'Some can also be set on the page Shop, as their meaning says. What the page has wins over the setting, in every process within 2\nseconds, and until its field is emptied; then the setting holds again. Changing the setting meanwhile has no effect.',
    ...Object.entries(settingGroups).flatMap(([title, group]) => [
      `## ${title}`,
      [
        '| Setting | Default | Meaning |\n|---|---|---|',
        ...Object.entries(group).map((setting) => row(...setting)),
      ].join('\n'),
    ]),
  ]
  await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot(
    resolve(import.meta.dirname, '../../../docs/settings.md'),
  )
})

function row(name: string, setting: z.ZodType): string {
  const { description, unset } = setting.meta() as SettingText
  expect(description, `${name} needs a meaning`).toBeTruthy()
  const value = unset ?? shown(setting.parse(undefined))
  return `| \`${name}\` | ${value} | ${description} |`
}

function shown(value: unknown): string {
  expect(value, 'a setting without a default says what holds without it').toBeDefined()
  return `\`${typeof value === 'boolean' ? Number(value) : value}\``
}
