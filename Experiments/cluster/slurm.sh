#!/bin/sh
# A run in parts on a Slurm cluster: an array of jobs, and one that joins what they computed.
#
#   Experiments/cluster/slurm.sh experiment.yaml 32 night.sqlite --trials 10000
#
# computes the run in 32 parts under night.sqlite.parts/ and joins them into night.sqlite. Copy this
# file and change what your cluster wants (partition, account, memory, time). The folder must be one
# that all nodes see. A task that is killed or requeued goes on where it was: its store keeps every
# trial that was done. If the merge was refused, run the parts it names and merge by hand:
#   att-lab merge night.sqlite night.sqlite.parts/*.sqlite
set -eu
if [ $# -lt 3 ]; then
  sed -n '2,5p' "$0" >&2
  exit 64
fi
experiment=$1 parts=$2 out=$3
shift 3
lab=${ATT_LAB:-att-lab}
folder=$out.parts
mkdir -p "$folder"

# The words of the command line as a shell reads them back.
quoted() { for word in "$@"; do printf " '%s'" "$(printf %s "$word" | sed "s/'/'\\\\''/g")"; done; }

array=$(
  sbatch --parsable --job-name=att-lab --array="1-$parts" --requeue --cpus-per-task="${CPUS:-1}" \
    --output="$folder/%a.log" --open-mode=append <<JOB
#!/bin/sh
exec$(quoted "$lab" simulate "$experiment" "$@") --threads "\$SLURM_CPUS_PER_TASK" \
  --shard "\$SLURM_ARRAY_TASK_ID/$parts" --db$(quoted "$folder")/"\$SLURM_ARRAY_TASK_ID".sqlite
JOB
)
merge=$(
  sbatch --parsable --job-name=att-lab-merge --dependency="afterok:$array" --requeue \
    --output="$folder/merge.log" --open-mode=append <<JOB
#!/bin/sh
exec$(quoted "$lab" merge "$out")$(quoted "$folder")/*.sqlite
JOB
)
echo "Parts: job $array; joined into $out by job $merge. Logs: $folder/"
