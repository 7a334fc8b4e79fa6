// The plan: which call fails, and what was counted.

#include "internal.h"
#include <stdatomic.h>

static atomic_int armedKind = -1;
static atomic_llong armedCall;
static atomic_int armedPersists;
static atomic_int armedShape;
static atomic_int hasStruck;
static atomic_llong counts[LAYOUT_FAULT_KINDS];

int layout_faults_install(void) {
    // Memory first: the VFS's registration allocates.
    int code = layout_fault_install_memory();
    return code != SQLITE_OK ? code : layout_fault_install_vfs();
}

void layout_faults_arm(int kind, int64_t nth, int persists, int shape) {
    layout_faults_disarm();
    for (int index = 0; index < LAYOUT_FAULT_KINDS; index++) atomic_store(&counts[index], 0);
    if (kind == LAYOUT_FAULT_POWER) layout_disk_reset();
    atomic_store(&hasStruck, 0);
    atomic_store(&armedCall, nth);
    atomic_store(&armedPersists, persists);
    atomic_store(&armedShape, shape);
    atomic_store(&armedKind, kind);
}

void layout_faults_disarm(void) { atomic_store(&armedKind, -1); }

int64_t layout_faults_count(int kind) { return atomic_load(&counts[kind]); }

int layout_faults_has_struck(void) { return atomic_load(&hasStruck); }

int layout_fault_shape(void) { return atomic_load(&armedShape); }

int layout_fault_is_power(void) { return atomic_load(&armedKind) == LAYOUT_FAULT_POWER; }

int layout_fault_strikes(int kind) {
    int armed = atomic_load(&armedKind);
    if (armed < 0) return 0;
    long long number = atomic_fetch_add(&counts[kind], 1) + 1;
    long long call = atomic_load(&armedCall);
    if (kind != armed || call == 0) return 0;
    int strikes = atomic_load(&armedPersists) ? number >= call : number == call;
    if (strikes) atomic_store(&hasStruck, 1);
    return strikes;
}

int layout_fault_power_is_gone(void) {
    // Once gone, it stays gone, even if the plan is not persistent.
    int strikes = layout_fault_strikes(LAYOUT_FAULT_POWER);
    return strikes || (layout_fault_is_power() && atomic_load(&hasStruck));
}

static void (*checkpointBody)(void *);
static void *checkpointContext;
static atomic_int checkpointsLeft;

void layout_faults_at_checkpoint(int nth, void (*body)(void *), void *context) {
    checkpointBody = body;
    checkpointContext = context;
    atomic_store(&checkpointsLeft, nth);
}

void layout_fault_checkpoint_has_copied(void) {
    if (atomic_load(&checkpointsLeft) > 0 && atomic_fetch_sub(&checkpointsLeft, 1) == 1) {
        checkpointBody(checkpointContext);
    }
}
