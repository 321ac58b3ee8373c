#!/bin/bash
# check_slurm.sh TOPOLOGY.conf [NODES_HOSTLIST] [KEEPDIR]
# TMO: tries, 10 a second (200).  Starts a private munged + slurmctld on loopback (no slurmd, no cluster) with TopologyPlugin=topology/tree and the given
# topology.conf, then asks the real controller with `scontrol show topology`.  Prints ACCEPTED/REJECTED + reason, exit 0/1/2.
# NODES_HOSTLIST: e.g. node-[0001-0060]; default: all Nodes= entries of the file.
# Needs: apt-get install slurmctld slurm-client slurm-wlm-basic-plugins munge     (run as root or any user)
set -u
F=${1:?topology.conf}; F=$(readlink -f "$F"); HL=${2:-}; KEEP=${3:-}; PORT=${PORT:-$((20000 + $$ % 20000))}
W=$(mktemp -d ${TMPDIR:-/tmp}/slchk.XXXXXX); chmod 700 "$W"; MP=; CP=
cleanup() { for p in $CP $MP; do kill "$p" 2>/dev/null; done
  for _ in $(seq 30); do a=0; for p in $CP $MP; do kill -0 "$p" 2>/dev/null && a=1; done; [ $a = 0 ] && break; sleep 0.1; done
  for p in $CP $MP; do kill -9 "$p" 2>/dev/null; done
  [ -n "$KEEP" ] && { mkdir -p "$KEEP"; cp -r "$W"/. "$KEEP"/ 2>/dev/null; }; rm -rf "$W"; }
trap cleanup EXIT; trap 'exit 130' INT TERM
U=$(id -un)
dd if=/dev/urandom of="$W/munge.key" bs=128 count=1 2>/dev/null; chmod 400 "$W/munge.key"
munged -F --force --key-file="$W/munge.key" --socket="$W/munge.sock" --pid-file="$W/munge.pid" --log-file="$W/munge.log" --seed-file="$W/munge.seed" >"$W/munge.out" 2>&1 & MP=$!; disown
for _ in $(seq 50); do [ -S "$W/munge.sock" ] && break; sleep 0.1; done
[ -S "$W/munge.sock" ] || { echo "REJECTED munged did not start: $(tail -1 "$W/munge.out" "$W/munge.log" 2>/dev/null)"; exit 2; }
if [ -z "$HL" ]; then HL=$(grep -viE '^[[:space:]]*#' "$F" | grep -oiE '[[:space:]]Nodes=[^[:space:]#]+' | cut -d= -f2 | paste -sd,); fi
[ -n "$HL" ] || HL=none0
mkdir -p "$W/etc" "$W/state"; cp "$F" "$W/etc/topology.conf"
cat > "$W/etc/slurm.conf" <<C
ClusterName=chk
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$PORT
SlurmdPort=$((PORT+1))
SlurmUser=$U
AuthType=auth/munge
AuthInfo=socket=$W/munge.sock
CryptoType=crypto/munge
CredType=cred/munge
StateSaveLocation=$W/state
SlurmctldPidFile=$W/slurmctld.pid
SlurmctldLogFile=$W/slurmctld.log
SlurmctldDebug=debug
ProctrackType=proctrack/linuxproc
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/builtin
SelectType=select/cons_tres
TopologyPlugin=topology/tree
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=$HL NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
C
sed -i '/^CryptoType/d' "$W/etc/slurm.conf"
export SLURM_CONF="$W/etc/slurm.conf"
T0=$(date +%s.%N)
/usr/sbin/slurmctld -D -c -f "$SLURM_CONF" >"$W/slurmctld.out" 2>&1 & CP=$!; disown
ok=0; empty=0; for _ in $(seq ${TMO:-200}); do  # a controller that has just come up answers before it knows a switch
  kill -0 $CP 2>/dev/null || break
  if timeout 10 scontrol show topology >"$W/topology.out" 2>"$W/topology.err"; then
    ok=1; grep -q '^SwitchName=' "$W/topology.out" && break
    empty=$((empty+1)); [ $empty -ge 100 ] && break
  fi; sleep 0.1; done
T1=$(date +%s.%N); DT=$(awk "BEGIN{printf \"%.1f\",$T1-$T0}")
WARN=$(grep -hE 'fatal|error|WARNING|[Ww]arning' "$W/slurmctld.out" "$W/slurmctld.log" 2>/dev/null | grep -iE 'topolog|switch|leaf|node' | sed 's/^.*slurmctld: //; s/^\[[^]]*\] //' | sort | uniq -c | sort -rn | head -8 | sed 's/^ *[0-9]* //' | tr '\n' '|')
if [ $ok = 1 ] && ! grep -q '^SwitchName=' "$W/topology.out" && [ "${AGAIN:-0}" -lt 2 ]; then  # on a busy machine one may never come up whole
  cleanup; trap - EXIT; AGAIN=$((${AGAIN:-0} + 1)) PORT=$((PORT + 7)) exec bash "$0" "$F" "$HL" "$KEEP"
fi
if [ $ok = 0 ]; then echo "REJECTED slurmctld did not answer (${DT}s): $(grep -hE 'fatal|error' "$W/slurmctld.out" "$W/slurmctld.log" 2>/dev/null | sed 's/^.*slurmctld: //; s/^\[[^]]*\] //' | sort -u | head -4 | tr '\n' '|')"; exit 1; fi
SW=$(grep -c '^SwitchName=' "$W/topology.out"); FS=$(grep -viE '^[[:space:]]*#' "$F" | grep -oiE 'SwitchName=[^[:space:]]+' | cut -d= -f2 | paste -sd,)
FSN=0; [ -n "$FS" ] && FSN=$(scontrol show hostnames "$FS" | sort -u | wc -l)
NL=$(timeout 10 scontrol show hostnames "$(grep 'Level=0' "$W/topology.out" | grep -oE 'Nodes=[^ ]+' | cut -d= -f2 | paste -sd,)" 2>/dev/null | sort -u | wc -l)
NN=$(timeout 10 scontrol show hostnames "$HL" | sort -u | wc -l)
LV=$(grep -oE 'Level=[0-9]+' "$W/topology.out" | sort | uniq -c | awk '{printf "%s:%s ",$2,$1}')
echo "$WARN" > "$W/warn.txt"
[ "$NL" = "$NN" ] || { echo "REJECTED leaf switches cover $NL of $NN nodes | $LV| $WARN $(tail -n 2 "$W/slurmctld.log" "$W/slurmctld.out" 2>/dev/null | tr '\n' ' ')"; exit 1; }
[ "$SW" = "$FSN" ] || { echo "REJECTED controller knows $SW switches, file declares $FSN | $LV| $WARN"; exit 1; }
echo "$WARN" | grep -qiE 'error|warning|fatal|not a valid|no access|invalid' && { echo "REJECTED controller complains | $LV| $WARN"; exit 1; }
TOP=$(grep -oE 'Level=[0-9]+' "$W/topology.out" | cut -d= -f2 | sort -n | tail -1); NT=$(grep -c "Level=$TOP " "$W/topology.out")
echo "ACCEPTED slurm $(slurmctld -V | awk '{print $2}') | $SW switches, $NN nodes, $LV| top-level switches: $NT | start ${DT}s${WARN:+ | notes: $WARN}"
