export type Unit = {
  description: string
  documentation: string
  /** The first lines, which say what the file is. */
  comment: string[]
  node: string
  main: string
  words: string[]
  dataDir: string
  settingsFile: string
  /** Which user runs it, and which folders systemd creates for it. */
  owner: string[]
  restart: 'always' | 'on-failure'
  /** For a program or data in someone's home folder. */
  seesHomes: boolean
}

/** A unit for systemd, with only the rights that the service needs. The source of `deploy/innkeeper@.service`, too. */
export function formatUnit(unit: Unit): string {
  return `${unit.comment.map((line) => `# ${line}\n`).join('')}[Unit]
Description=${unit.description}
Documentation=${unit.documentation}
Wants=network-online.target
After=network-online.target postgresql.service
StartLimitIntervalSec=0

[Service]
Type=exec
EnvironmentFile=${unit.settingsFile}
Environment=NODE_ENV=production NODE_COMPILE_CACHE=%C/innkeeper
# Node itself, not the script: nothing is installed or built while a service starts.
ExecStart=${unit.node} --max-semi-space-size=32 --min-semi-space-size=32 \\
  ${[unit.main, ...unit.words, '--data', unit.dataDir].join(' ')}
WorkingDirectory=${unit.dataDir}
Restart=${unit.restart}
RestartSec=2
# Stopping takes at most ten seconds.
TimeoutStopSec=20
LimitNOFILE=65536
MemoryHigh=1G
MemoryMax=2G

${unit.owner.map((line) => `${line}\n`).join('')}CacheDirectory=innkeeper
UMask=0077
ProtectSystem=strict
ProtectHome=${unit.seesHomes ? 'read-only' : 'yes'}
${confinement}
[Install]
WantedBy=multi-user.target
`
}

const confinement = `PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
ProtectProc=invisible
ProcSubset=pid
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
# Looking up names asks the kernel which networks there are, by netlink.
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
# MemoryDenyWriteExecute must stay off: a JavaScript engine compiles while it runs.
`
