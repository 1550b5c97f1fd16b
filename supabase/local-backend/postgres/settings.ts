/** Small, since one site is served; and as careful with what was acknowledged as PostgreSQL can be. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  max_connections: '32',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '24MB',
  wal_buffers: '1MB',
  work_mem: '2MB',
  maintenance_work_mem: '16MB',
  temp_file_limit: '1GB',
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  huge_pages: 'off',
  jit: 'off',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  // Statements hold what people wrote.
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
} as const;

/** The settings as arguments of `postgres`, which count more than the cluster's own file. */
export function asArguments(more: Record<string, string>): string[] {
  return Object.entries({ ...SETTINGS, ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
