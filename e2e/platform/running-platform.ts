/** `DATA_DIR` of the platform under test. */
export function dataDirOfPlatform(): string {
  const dataDir = process.env.DATA_DIR;
  if (!dataDir) throw new Error('DATA_DIR of the running platform must be set');
  return dataDir;
}
