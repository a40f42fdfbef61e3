import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type Machine, serviceCommand } from '../../src/cli/service/service.ts'
import { formatUnit } from '../../src/cli/service/unit-file.ts'
import { innkeeper, newFolder } from '../support/process/process.ts'

const root = new URL('../../../../', import.meta.url).pathname

describe('innkeeper service', () => {
  test('prints the unit of this installation without writing it', async () => {
    const { code, stdout, stderr } = await innkeeper(['service', 'install', '--dry-run'], { cwd: newFolder() })
    assert.deepEqual([code, stderr], [0, ''])
    assert.ok(stdout.includes(`ExecStart=${root}node_modules/node/bin/node --max-semi-space-size=32`), stdout)
    assert.ok(stdout.includes(`\n  ${root}packages/server/src/main.ts serve --data /var/lib/innkeeper\n`), stdout)
    for (const line of ['User=innkeeper', 'StateDirectory=innkeeper', 'Restart=on-failure', 'NoNewPrivileges=yes']) {
      assert.match(stdout, new RegExp(`^${line}$`, 'm'))
    }
    assertValid(stdout)
  })

  test('writes the unit, replaces it, and removes it', () => {
    const machine = createMachine()
    const unit = join(machine.unitFolder, 'innkeeper.service')
    const output = run(machine, 'install')
    assert.match(output, /^Wrote .+innkeeper\.service\./)
    assert.match(output, /\n {2}systemctl daemon-reload && systemctl enable --now innkeeper\n/)
    assert.match(readFileSync(unit, 'utf8'), /^ExecStart=\/usr\/bin\/node .+\n {2}\/opt\/innkeeper\/main\.js serve/m)
    run({ ...machine, main: '/opt/newer/main.js' }, 'install')
    assert.match(readFileSync(unit, 'utf8'), /\/opt\/newer\/main\.js serve/)
    assert.match(run(machine, 'uninstall'), /^Removed .+data folder and \/etc\/innkeeper\.env are still there\.\n$/s)
    assert.ok(!existsSync(unit))
    assert.throws(() => run(machine, 'uninstall'), /nothing to remove/)
  })

  test('writes to a data folder elsewhere if it belongs to the user', () => {
    const machine = createMachine()
    const data = newFolder()
    run(machine, 'install', '--data', data)
    const text = readFileSync(join(machine.unitFolder, 'innkeeper.service'), 'utf8')
    assert.ok(text.includes(`\nReadWritePaths=${data}\n`) && text.includes(`\nWorkingDirectory=${data}\n`), text)
    assert.doesNotMatch(text, /^StateDirectory/m)
    const missing = join(data, 'missing')
    assert.throws(() => run(machine, 'install', '--data', missing), /does not exist or does not belong to innkeeper/)
  })

  test('can read a program in a home folder', () => {
    const machine = createMachine()
    const unit = () => readFileSync(join(machine.unitFolder, 'innkeeper.service'), 'utf8')
    run(machine, 'install')
    assert.match(unit(), /^ProtectHome=yes$/m)
    run({ ...machine, main: '/home/mika/innkeeper/main.js' }, 'install')
    assert.match(unit(), /^ProtectHome=read-only$/m)
  })

  test('refuses what would not work, and says what to do', () => {
    const machine = createMachine()
    const refuses = (change: Partial<Machine>, reason: RegExp, ...words: string[]) =>
      assert.throws(() => run({ ...machine, ...change }, 'install', ...words), reason)
    refuses({ hasSystemd: false }, /This machine doesn't run systemd.+Use --dry-run to see the unit\./)
    refuses({ isRoot: false }, /Only root can change systemd's units\. Run it with sudo\./)
    refuses(
      { findUserId: () => undefined },
      /There is no user inn .+\n\n {2}useradd --system .+ inn$/s,
      '--user',
      'inn',
    )
    refuses({ main: '/root/.npm/_npx/0a1b/main.js' }, /npm install --global <tarball>/)
    refuses({}, /can't contain spaces/, '--data', '/srv/my data')
    mkdirSync(machine.unitFolder, { recursive: true })
    writeFileSync(join(machine.unitFolder, 'innkeeper.service'), '[Unit]\n')
    refuses({}, /was not written by this command, so it was not changed/)
  })

  test('the unit for several nodes in deploy/ is the same one', () => {
    const expected = formatUnit({
      comment: [
        'A node for each instance: systemctl enable --now innkeeper@8081 innkeeper@8082. The name is the port it listens on.',
        'The program is in /opt/innkeeper, installed with npm ci --omit=dev and npm run build. Settings are in /etc/innkeeper.env (mode 600).',
      ],
      description: 'Innkeeper, node on port %i',
      documentation: 'file:///opt/innkeeper/docs/scaling.md',
      node: '/opt/innkeeper/node_modules/node/bin/node',
      main: '/opt/innkeeper/packages/server/src/main.ts',
      words: ['serve', '--port', '%i'],
      dataDir: '%S/innkeeper/%i',
      settingsFile: '/etc/innkeeper.env',
      owner: [
        '# systemd creates a user for the service, which can write only to its folder below /var/lib.',
        'DynamicUser=yes',
        'User=innkeeper',
        'StateDirectory=innkeeper innkeeper/%i',
        'StateDirectoryMode=0700',
      ],
      restart: 'always',
      seesHomes: false,
    })
    assert.equal(readFileSync(join(root, 'deploy', 'innkeeper@.service'), 'utf8'), expected)
  })
})

/** A machine with systemd and a user called innkeeper. */
function createMachine(): Machine {
  return {
    unitFolder: newFolder(),
    hasSystemd: true,
    isRoot: true,
    findUserId: () => process.getuid?.(),
    node: '/usr/bin/node',
    main: '/opt/innkeeper/main.js',
  }
}

/** Returns what the command prints. */
function run(machine: Machine, ...words: string[]): string {
  const { log } = console
  let printed = ''
  console.log = (text: string) => (printed += `${text}\n`)
  try {
    serviceCommand(machine).parse(words, { from: 'user' })
  } finally {
    console.log = log
  }
  return printed
}

/** What systemd itself says about it, where it is installed. */
function assertValid(unit: string): void {
  const path = join(newFolder(), 'innkeeper.service')
  // Without the user, which only exists where the service is installed.
  writeFileSync(path, unit.replace(/^User=.*\n/m, ''))
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return
  assert.doesNotMatch(stderr, /innkeeper\.service/)
}
