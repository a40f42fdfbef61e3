import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { version } from '../../app/version.ts'
import { UsageProblem } from '../../config/config.ts'
import { formatUnit } from './unit-file.ts'

/** What the commands need to know about the machine and this process. */
export type Machine = {
  unitFolder: string
  hasSystemd: boolean
  isRoot: boolean
  /** Undefined if there is no such user. */
  findUserId(name: string): number | undefined
  node: string
  main: string
}

type InstallOptions = { user: string; data: string; dryRun?: boolean }

const defaultUser = 'innkeeper'
const defaultData = '/var/lib/innkeeper'
const settingsFile = '/etc/innkeeper.env'
/** The beginning of the first line of a unit that we wrote. */
const mark = '# Written by innkeeper service install'

export function serviceCommand(machine: Machine = thisMachine()): Command {
  const service = new Command('service')
    .description('Run the service with systemd, so that it starts with the machine and restarts after a crash.')
    .addHelpText('after', '\nExample:\n  ./innkeeper service install --dry-run\n')

  service
    .command('install')
    .summary('Write a systemd unit that runs this installation.')
    .description(
      'Write /etc/systemd/system/innkeeper.service, which runs this installation with this Node as an unprivileged user. It ' +
        `reads settings from ${settingsFile}, if that file exists. Nothing is started: the command prints what to run next.`,
    )
    .option('--user <name>', 'user to run it as', defaultUser)
    .option('--data <folder>', 'data folder', defaultData)
    .option('--dry-run', 'print the unit, and write nothing')
    .addHelpText('after', '\nExample:\n  ./innkeeper service install --user innkeeper --data /var/lib/innkeeper\n')
    .action((options: InstallOptions) => install(machine, options))

  service
    .command('uninstall')
    .summary('Remove the systemd unit.')
    .description('Remove /etc/systemd/system/innkeeper.service. The data folder and the settings stay.')
    .addHelpText('after', '\nExample:\n  ./innkeeper service uninstall\n')
    .action(() => uninstall(machine))
  return service
}

function install(machine: Machine, options: InstallOptions): void {
  const data = resolve(options.data)
  refuseSpecial(machine, data)
  const text = describe(machine, options.user, data)
  if (options.dryRun) {
    process.stdout.write(text)
    return
  }
  requireSystemd(machine, 'Use --dry-run to see the unit.')
  const path = unitPath(machine)
  refuseForeign(path)
  const userId = machine.findUserId(options.user)
  if (userId === undefined) {
    throw new UsageProblem(
      `There is no user ${options.user} on this machine. Create it, or name another with --user:\n\n` +
        `  useradd --system --home-dir ${data} --no-create-home --shell /usr/sbin/nologin ${options.user}`,
    )
  }
  // systemd creates the standard folder itself.
  if (data !== defaultData && statSync(data, { throwIfNoEntry: false })?.uid !== userId) {
    throw new UsageProblem(
      `${data} does not exist or does not belong to ${options.user}. To create it, run:\n\n` +
        `  install -d -o ${options.user} -m 700 ${data}`,
    )
  }
  writeFileSync(path, text, { mode: 0o644 })
  console.log(
    `Wrote ${path}. Settings can be in ${settingsFile} (mode 600), one NAME=value per line. To start the service, run:\n\n` +
      '  systemctl daemon-reload && systemctl enable --now innkeeper\n\n' +
      'The setup link and everything else it prints is in its log: journalctl -u innkeeper\n' +
      `Run commands as its user: runuser -u ${options.user} -- ./innkeeper doctor --data ${data}`,
  )
}

function uninstall(machine: Machine): void {
  requireSystemd(machine, '')
  const path = unitPath(machine)
  if (!existsSync(path)) throw new UsageProblem(`There is no ${path}, so there is nothing to remove.`)
  refuseForeign(path)
  rmSync(path)
  console.log(
    `Removed ${path}. If the service is still running, stop it:\n\n` +
      '  systemctl disable --now innkeeper; systemctl daemon-reload\n\n' +
      `Its data folder and ${settingsFile} are still there.`,
  )
}

function describe({ node, main }: Machine, user: string, data: string): string {
  const isStandard = data === defaultData
  return formatUnit({
    comment: [`${mark.slice(2)} ${version}. It replaces this file when you run it again.`],
    description: 'Innkeeper',
    documentation: `file://${join(main, '..', '..', '..', '..', 'docs', 'self-hosting.md')}`,
    node,
    main,
    words: ['serve'],
    dataDir: data,
    // The hyphen: it doesn't have to exist.
    settingsFile: `-${settingsFile}`,
    owner: [
      `User=${user}`,
      ...(isStandard ? ['StateDirectory=innkeeper', 'StateDirectoryMode=0700'] : [`ReadWritePaths=${data}`]),
    ],
    restart: 'on-failure',
    seesHomes: [node, main, data].some((path) => /^\/(home|root|run\/user)\//.test(path)),
  })
}

/** Throws if the unit could not run. */
function refuseSpecial({ main, node }: Machine, data: string): void {
  if (main.includes('/_npx/')) {
    throw new UsageProblem(
      'npx keeps this installation only for a while. Install it first: npm install --global <tarball>',
    )
  }
  if (/[%\s"'\\$;]/.test(`${data}${main}${node}`)) {
    throw new UsageProblem(
      `Paths in a unit can't contain spaces, quotes or any of % \\ $ ;. Move ${[data, main, node].join(' or ')}.`,
    )
  }
}

function requireSystemd({ hasSystemd, isRoot }: Machine, hint: string): void {
  if (!hasSystemd) {
    throw new UsageProblem(`This machine doesn't run systemd, so there is nowhere to install a service. ${hint}`.trim())
  }
  if (!isRoot) throw new UsageProblem(`Only root can change systemd's units. Run it with sudo. ${hint}`.trim())
}

/** Throws if someone else wrote the file. */
function refuseForeign(path: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8').startsWith(mark)) return
  throw new UsageProblem(`${path} was not written by this command, so it was not changed. Move it away first.`)
}

function unitPath({ unitFolder }: Machine): string {
  return join(unitFolder, 'innkeeper.service')
}

function thisMachine(): Machine {
  return {
    unitFolder: '/etc/systemd/system',
    hasSystemd: existsSync('/run/systemd/system'),
    isRoot: process.getuid?.() === 0,
    findUserId(name) {
      const { status, stdout } = spawnSync('id', ['-u', '--', name], { encoding: 'utf8' })
      return status === 0 ? Number(stdout) : undefined
    },
    node: process.execPath,
    main: resolve(process.argv[1] ?? ''),
  }
}
