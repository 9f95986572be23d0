/** Milliseconds of the machine's monotonic clock, which all processes of one machine share. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
